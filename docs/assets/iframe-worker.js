// The search of the site runs in a worker, which browsers refuse to pages that are read from the disk. There, a frame
// with the worker's script in it takes its place. (The name keeps the site generator from loading another one.)
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.tell(this, MessageEvent, data);
      this.inside.importScripts = (...urls) => Promise.all(urls.map((other) => this.run(other)));
      this.run(url).then(() => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
    }

    run(url) {
      return new Promise((done, failed) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src: url, onload: done, onerror: failed });
        this.inside.document.head.append(script);
      });
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.tell(this.inside, this.inside.MessageEvent, data);
    }

    tell(target, Kind, data) {
      // Afterwards, as a message between threads would arrive.
      setTimeout(() => {
        const event = new Kind("message", { data });
        target.dispatchEvent(event);
        if (target === this && typeof this.onmessage === "function") this.onmessage(event);
      });
    }
  };
}
