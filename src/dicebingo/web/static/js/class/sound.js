/**
 * A fanfare for a bingo. Browsers allow sound only after a click, so the sound is off until the teacher switches it
 * on.
 */

import { button } from "../dom.js";
import { w } from "./language.js";

const NOTES = [523, 659, 784, 1047]; // in hertz: an ascending major chord
const STEP = 0.14; // seconds
const LOUD = 0.25;

export function fanfare() {
  /** @type {AudioContext | null} */
  let context = null;
  const control = button(w.projector.sound, toggle, { kind: "quiet sound", "data-test": "sound" });
  control.setAttribute("aria-pressed", "false");

  function toggle() {
    if (context) void context.close();
    context = context ? null : new AudioContext();
    control.setAttribute("aria-pressed", String(context !== null));
    play();
  }

  function play() {
    if (!context) return;
    for (const [i, frequency] of NOTES.entries()) {
      const start = context.currentTime + i * STEP;
      const end = start + (i === NOTES.length - 1 ? 4 : 1.5) * STEP;
      const note = new OscillatorNode(context, { type: "triangle", frequency });
      const volume = new GainNode(context, { gain: LOUD });
      volume.gain.setValueAtTime(LOUD, start);
      volume.gain.linearRampToValueAtTime(0, end);
      note.connect(volume).connect(context.destination);
      note.start(start);
      note.stop(end);
    }
  }

  return { element: control, play, close: () => void context?.close() };
}
