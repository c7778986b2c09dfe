/*
 * How much of a change is looked into, with the reason for each number. Whatever a limit cuts is counted in
 * the graph's `limits`.
 */

/** Downstream places of one symbol that are kept: more than a reader looks at. */
export const USES_PER_SYMBOL = 10;
/** Of these, in one file: the second use in a file tells little that the first did not. */
export const USES_PER_FILE = 2;
/** A symbol used more often is part of the furniture: listing ten of its uses would say nothing. */
export const USES_OF_A_COMMON_SYMBOL = 120;
/** Upstream places of one unit that are kept. */
export const RELIED_PER_UNIT = 6;
/** Upstream and downstream places that a core's own units show, and those that the units beside them show. */
export const SHOWN_UP_OF_CORE = 4;
export const SHOWN_DOWN_OF_CORE = 6;
export const SHOWN_UP_OF_NEIGHBOUR = 1;
export const SHOWN_DOWN_OF_NEIGHBOUR = 2;
/** Changed units that a core shows again though an earlier core has their page: enough for the picture. */
export const REPEATS_PER_BAND = 12;
/** Lines of a snippet before and after its line. */
export const SNIPPET_LINES = 10;
/** UTF-16 units of a line in a snippet: minified code has lines that nobody reads. */
export const SNIPPET_LINE_LENGTH = 400;
/** Names whose uses are searched for: ten runs of git grep, about a second on a large repository. */
export const FOLLOWED_NAMES = 5_000;
/** Names on the lines of units without a syntax tree that are searched for where they are defined. */
export const TEXT_NAMES = 500;
/** Names of one file, and of the whole change, that say where they are declared. */
export const DEFINITIONS_PER_FILE = 5_000;
export const DEFINITIONS = 60_000;
/** UTF-16 units of a line that patterns look at. */
export const PATTERN_LINE_LENGTH = 400;
