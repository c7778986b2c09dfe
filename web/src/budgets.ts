/*
 * Every limit of the page, with its reason. Reaching one is told to the reader where it happens.
 */

/** Lines asked for at a time; the server gives at most 1,000. Half of that keeps one answer near 25 kB. */
export const WINDOW_LINES = 500;
/** Windows are asked for this many rows before they come into view: about eight screens. */
export const READ_AHEAD_ROWS = 400;
/** Lines of hunks held in memory; at some 300 bytes each that is about 60 MB, well under the page's 150. */
export const HELD_LINES = 200_000;
/** Pages whose answers are kept. At 200 kB of text each that is a few megabytes. */
export const HELD_PAGES = 40;
/** Lines of context that one press of "expand" adds. */
export const EXPAND_LINES = 20;

/** Columns of one line drawn before the reader asks for more: a screen is some 150 wide. */
export const DRAWN_COLUMNS = 2_000;

/** Beyond this a line gets no changed words: the comparison is quadratic in its words. */
export const WORD_DIFF_CHARS = 2_000;
export const WORD_DIFF_CELLS = 40_000;
/** Removed times added lines of one block that are compared each with each to find which became which. */
export const PAIRING_CELLS = 2_500;

/** Hunks above these stay uncoloured: a worker takes about a second for 3,000 lines. */
export const COLOUR_LINES = 3_000;
export const COLOUR_CHARS = 300_000;
export const COLOUR_LINE_CHARS = 1_000;
/** Lines before a hunk that are read to know whether it starts inside a comment or a string. */
export const COLOUR_LEAD_LINES = 1_000;
/** A grammar that takes longer is stopped, and the hunk stays plain. */
export const COLOUR_TIMEOUT_MS = 8_000;
/** Coloured hunks kept. */
export const HELD_COLOURS = 400;

/** Nodes of one band that the picture draws; the others fold into one. */
export const BAND_NODES = 12;

/** Rows that printing lays out: some 80 sheets. */
export const PRINT_ROWS = 5_000;

/** Lists on the overview show this many and offer the others. */
export const LIST_STEP = 40;
