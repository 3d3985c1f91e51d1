/**
 * What one message may cost the browser: the reader shares its thread with the frame that shows the mail, so a message
 * beyond these figures could freeze or crash the tab. Within them, drawing takes well under a second (measured in
 * Chromium on one slow core); real mail stays far below. Every limit of the reader is here.
 */
export const budget = {
	/** Plain text is shown in pieces of at most this many characters. */
	textPiece: 50_000,
	/** Links that are made clickable in one piece of plain text. */
	textLinks: 2000,
	/** Characters of one link; longer addresses stay text. */
	linkLength: 4000,
	/** A word of more characters gets break opportunities. */
	wordBreak: 1000,
	/** Combining marks on one letter that are drawn; UAX #15 calls 30 of them safe for streams. */
	marks: 30,

	/** UTF-16 units of markup. */
	length: 2_000_000,
	/** Tags, and elements after parsing: the parser repeats unclosed formatting in every block that follows. */
	tags: 20_000,
	/** Any element inside any other. Chromium's layout overflows its stack below 400. */
	depth: 160,
	/** Tables inside tables: each is four elements deep. */
	tableDepth: 30,
	/** Links in HTML. */
	links: 10_000,
	/** Characters of one word in HTML, across inline elements. */
	word: 20_000,
	/** Combining marks in a row in HTML; 50,000 of them take minutes to shape. */
	htmlMarks: 200,
	/** Characters of an attribute that selectors may search; more of it is cut. */
	attribute: 2000,

	/** Characters of all style sheets and style attributes. */
	css: 500_000,
	/** Characters of one declaration without an embedded picture. */
	declaration: 10_000,
	/** Brackets inside brackets in a selector or a value. */
	brackets: 16,
	/** Style rules inside @media and the like. */
	groups: 4,
	/** Characters of the selectors of one rule. */
	selector: 10_000,
	/** Elements that all selectors may visit: candidates of a rule, times what testing one visits. Below 10 ns each. */
	selectorWork: 100_000_000,
	/** Multi-column boxes inside each other: each level doubles the work of layout. */
	columns: 3,
};
