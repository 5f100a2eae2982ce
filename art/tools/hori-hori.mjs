import { STEEL, SOIL, SUN, cut, fill, form, n, place, stroke, turn } from "../press.mjs";
import { fern } from "../ground.mjs";
import { rivet } from "../parts.mjs";

export const tint = "cream";

function blade() {
  let d = "M146 22C134 60 132 110 134 158L140 258H210L214 240";
  for (let y = 240; y > 96; y -= 12) d += `L${n(222 + (y - 240) * -0.01)} ${y - 3}L214 ${y - 12}`;
  return `${d}C214 70 196 36 172 14Q158 4 146 22Z`;
}

export const accent = () => place(64, 436, 1.15, -4, fern(130));

export const draw = () =>
  turn(
    20,
    175,
    225,
    form(blade(), STEEL.mid, [
      fill("M172 8C150 60 148 160 156 270H120V8Z", STEEL.pale),
      fill("M190 20C202 90 200 180 194 270H240V20Z", STEEL.deep),
      fill("M170 40C182 100 182 200 174 258C164 200 162 100 170 40Z", STEEL.deep, 0.55),
      stroke(
        "M140 96H156M140 120H152M140 144H156M140 168H152M142 192H156M142 216H152",
        STEEL.dark,
        2.6,
      ),
    ]),
    form(
      "M132 252H218Q224 252 224 259Q224 268 218 268H132Q126 268 126 260Q126 252 132 252Z",
      STEEL.deep,
      [fill("M120 250H230V258H120Z", STEEL.mid)],
    ),
    form(
      "M146 268H204C210 300 198 322 202 352C206 380 212 400 206 420Q202 434 175 434Q148 434 144 420C138 400 144 380 148 352C152 322 140 300 146 268Z",
      SOIL.mid,
      [
        fill("M130 260H160C152 310 164 330 158 360C154 390 152 410 160 440H130Z", "#9c7a54"),
        fill("M190 260H220V440H188C198 400 182 380 184 350C186 320 196 300 190 260Z", SOIL.deep),
        cut(170, 282, 168, 330, 1.5, SOIL.deep),
        cut(178, 300, 176, 372, 1.5, SOIL.deep),
        cut(166, 350, 168, 410, 1.5, SOIL.deep),
      ],
    ),
    rivet(175, 292, 6, SUN.mid),
    rivet(175, 346, 6, SUN.mid),
    rivet(175, 400, 6, SUN.mid),
  );
