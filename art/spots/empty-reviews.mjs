// Blank labels: there are no reviews yet.
import { LEAF, WOOD, box, ellipse, fill, form, grain, place, shadowed, turn } from "../press.mjs";
import { daisy, seedling, soil } from "../ground.mjs";

export const size = [320, 240];

const label = (seed) =>
  form("M0 0L-17 -30V-140Q-17 -152 -6 -152H6Q17 -152 17 -140V-30Z", WOOD.pale, [
    fill(box(8, -160, 14, 170), WOOD.mid),
    grain(-13, -142, 24, 110, { count: 3, seed, weight: 0.9 }),
  ]);

export const draw = () =>
  fill(ellipse(160, 120, 138, 100), "#e9efde") +
  soil(172, { left: 24, right: 296, seed: 5, depth: 30 }) +
  shadowed(
    turn(-12, 116, 190, place(112, 206, 1, 0, label(2))) +
      turn(9, 208, 190, place(206, 206, 1, 0, label(5))) +
      place(160, 212, 1.16, 0, label(3)),
    { dx: 6, dy: 3 },
  ) +
  soil(188, { left: 14, right: 306, seed: 9, depth: 36 }) +
  place(52, 194, 0.9, 0, seedling()) +
  place(270, 196, 0.8, 0, fill(box(-2, -34, 4, 34), LEAF.deep), place(0, -40, 1, 0, daisy(20)));
