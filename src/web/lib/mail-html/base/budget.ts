/**
 * Limits on what one message may cost the browser: the app shares its thread with the frame that shows the mail, so a
 * message beyond these limits could freeze or crash the tab (note 18). Real mail stays far below: of 1,680 messages of
 * public corpora, the largest has 1,952 tags, 94,000 characters of text, 11 nested tables and a word of 3,816 characters.
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
	tags: 10_000,
	/** Maximum nesting of elements. Chromium's layout overflows its stack below 400. */
	depth: 160,
	/** Maximum nesting of tables: each is four elements deep. */
	tableDepth: 30,
	/** Maximum characters of text in HTML. */
	text: 300_000,
	/** Maximum links in HTML. */
	links: 5000,
	/** Maximum rows or columns of one table cell, and cells that all spans of a message cover. */
	span: 100,
	spanned: 20_000,
	/** Maximum tables and images that text flows around by an attribute: each line is fitted around all of them. */
	floats: 400,
	/** Maximum of a size in pixels, and of a number, in an attribute. */
	size: 10_000,
	/** Maximum consecutive combining marks in HTML; 50,000 of them take minutes to shape. */
	htmlMarks: 200,
	/** Maximum elements, or lines of text, that are put into an editor. */
	editedParts: 3000,
	/** Maximum characters of such a text, and of a part of it without a break: editors lay out a paragraph with each key. */
	editedText: 100_000,
	editedWord: 5_000,
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
	/** Maximum colors of a gradient. */
	gradientStops: 12,
	/** Effects of all elements together: what each takes of `effects`. 20 nested translucent boxes draw in a quarter of a second. */
	effects: 200,
	effectCosts: { float: 0.4, dots: 0.5, position: 1, shadow: 2, gradient: 4, opacity: 10 },

	/** Elements, and characters divided by 40, that are laid out first; the following steps depend on the time that it took. */
	firstStep: 500,
	/** Milliseconds of a step after which the next adds as much as is there; after a longer one it adds less. */
	stepTime: 100,
	/** Milliseconds that all steps of a message may take: twice its layout, or three times where that takes long. */
	layoutTime: 1200,
	/** How often one place of the page may be painted, on average over a band as high as a window. */
	layers: 250,
};
