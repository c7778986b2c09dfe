/** Pairs of numbers from 0 to 2^31. */
export interface PairSet {
  /** Says whether the pair is new. */
  add(left: number, right: number): boolean;
}

/** A table of places to try one after the other: a set of one number made of two would box each of them. */
export function createPairSet(): PairSet {
  let size = 0;
  let mask = 4_095;
  let pairs = new Int32Array((mask + 1) * 2).fill(-1);
  return {
    add(left, right) {
      let at = slotOf(pairs, mask, left, right);
      if (pairs[at * 2] !== -1) return false;
      if (size * 2 > mask) {
        grow();
        at = slotOf(pairs, mask, left, right);
      }
      pairs[at * 2] = left;
      pairs[at * 2 + 1] = right;
      size++;
      return true;
    },
  };

  function grow(): void {
    const before = pairs;
    mask = mask * 2 + 1;
    pairs = new Int32Array((mask + 1) * 2).fill(-1);
    for (let at = 0; at < before.length; at += 2) {
      const left = before[at] as number;
      if (left === -1) continue;
      const right = before[at + 1] as number;
      const to = slotOf(pairs, mask, left, right);
      pairs[to * 2] = left;
      pairs[to * 2 + 1] = right;
    }
  }
}

/** Where the pair stands, or the free place where it would. */
function slotOf(pairs: Int32Array, mask: number, left: number, right: number): number {
  let at = (Math.imul(left, 0x9e37_79b1) ^ Math.imul(right, 0x85eb_ca6b)) >>> 0;
  at = (at ^ (at >>> 15)) & mask;
  while (pairs[at * 2] !== -1 && !(pairs[at * 2] === left && pairs[at * 2 + 1] === right))
    at = (at + 1) & mask;
  return at;
}
