/** Projector mode: a button or the key P enlarges everything to fill the screen. */

const WIDE = 1366; // the screen size for which the rooms are laid out
const HIGH = 768;

/** @param {HTMLButtonElement} control */
export function startProjector(control) {
  let on = false;
  const apply = () => {
    const scale = Math.max(1, Math.min(innerWidth / WIDE, innerHeight / HIGH));
    document.documentElement.style.fontSize = on ? `${100 * scale}%` : "";
    document.documentElement.classList.toggle("projector", on);
    control.ariaPressed = String(on);
  };
  const toggle = () => {
    on = !on;
    apply();
  };
  control.addEventListener("click", toggle);
  addEventListener("resize", apply);
  addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [role=grid]");
    if (event.key.toLowerCase() !== "p" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    toggle();
  });
}
