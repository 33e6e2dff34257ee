/** The teacher's dialog for teams: their names, and whether pupils choose their own team. */

import { button, choices, el, field } from "../dom.js";
import { dialog } from "./invite.js";
import { form } from "./join.js";
import { w } from "./language.js";

const FEWEST = 2;

/** @param {import("./console.js").Desk} desk */
export function openTeams({ live, act }) {
  const { teams = [], choose = true } = live.state ?? {};
  const now = teams.length ? teams.map(({ name }) => name) : w.teams.suggested.slice(0, FEWEST);
  const names = w.teams.suggested.map((hint, i) =>
    el("input", {
      type: "text",
      value: now[i] ?? "",
      maxlength: 48,
      autocomplete: "off",
      placeholder: i < FEWEST ? hint : w.teams.optional,
    }),
  );
  let may = choose;
  const how = choices(
    w.teams.how,
    [
      ["choose", w.teams.choose],
      ["assign", w.teams.assign],
    ],
    (picked) => (may = picked === "choose"),
  );
  how.set(may ? "choose" : "assign");
  const box = dialog(
    w.teams.title,
    form({
      fields: [
        el("div", { class: "team-names" }, ...names.map((input, i) => field(w.teams.team(i + 1), input))),
        how.element,
      ],
      submit: w.console.save,
      async onsubmit() {
        const given = names.map(({ value }) => value.trim()).filter(Boolean);
        await live.acts.do("teams", { names: given, choose: may });
        box.close();
      },
    }),
    teams.length > 0 &&
      el(
        "div",
        { class: "row" },
        button(w.teams.none, () => void act("teams", { names: [] }).then(() => box.close()), {
          kind: "quiet danger",
          "data-test": "no-teams",
        }),
      ),
  );
}
