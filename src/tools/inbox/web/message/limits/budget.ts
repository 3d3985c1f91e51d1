/**
 * Limits on what one message may cost the browser: the app shares its thread with the frame that shows the mail, so a
 * message beyond these limits could freeze or crash the tab. Within them, rendering takes well under a second (measured in
 * Chromium on one slow core); real mail stays far below. Every limit of the reader is here.
 */
export const budget = {
	/** Plain text is shown in chunks of at most this many characters. */
	textPiece: 50_000,
	/** Maximum clickable links in one chunk of plain text. */
	textLinks: 2000,
	/** Maximum characters of one link; longer URLs stay text. */
	linkLength: 4000,
	/** Longer words get break opportunities. */
	wordBreak: 1000,
	/** Maximum combining marks rendered on one letter; UAX #15 calls 30 of them safe for streams. */
	marks: 30,

	/** Maximum UTF-16 code units of markup. */
	length: 2_000_000,
	/** Maximum tags, and elements after parsing: the parser repeats unclosed formatting in every block that follows. */
	tags: 20_000,
	/** Maximum nesting of elements. Chromium's layout overflows its stack below 400. */
	depth: 160,
	/** Maximum nesting of tables: each is four elements deep. */
	tableDepth: 30,
	/** Maximum links in HTML. */
	links: 10_000,
	/** Maximum characters of one word in HTML, across inline elements. */
	word: 20_000,
	/** Maximum consecutive combining marks in HTML; 50,000 of them take minutes to shape. */
	htmlMarks: 200,
	/** Maximum characters of an attribute that selectors may search; the rest is cut. */
	attribute: 2000,

	/** Maximum characters of all style sheets and style attributes. */
	css: 500_000,
	/** Maximum characters of one declaration without an embedded image. */
	declaration: 10_000,
	/** Maximum nesting of brackets in a selector or a value. */
	brackets: 16,
	/** Maximum nesting of style rules inside @media and the like. */
	groups: 4,
	/** Maximum characters of the selectors of one rule. */
	selector: 10_000,
	/** Maximum elements that all selectors may visit: candidates of a rule, times what testing one visits. Below 10 ns each. */
	selectorWork: 100_000_000,
	/** Maximum nesting of multi-column boxes: each level doubles the work of layout. */
	columns: 3,
};
