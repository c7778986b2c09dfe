/**
 * Today's wrong answers of the cases in test/cases/graph, as the harness words them, with the reason. An entry
 * fails once it is no longer wrong. `npm run debt` counts them by language, which is a case's first word.
 */
export const wrongToday: Readonly<Record<string, readonly WrongAnswer[]>> = {};

export interface WrongAnswer {
  readonly answer: string;
  readonly reason: string;
}
