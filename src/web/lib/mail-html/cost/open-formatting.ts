/** Elements that end only by their own end tag, or by the end of a table cell. */
export const formattingElements = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));
const blocks = new Set(
	"address article aside blockquote center dd details dir div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header li main menu nav ol p pre section summary ul".split(
		" ",
	),
);
const cells = new Set(["td", "th", "caption"]);
/** Each ends an open cell of its table. */
const endsCell = new Set(["td", "th", "caption", "tr", "tbody", "thead", "tfoot", "table"]);

interface Open {
	/** Its start tag as written: of identical ones, only three are kept open (the "Noah's Ark clause"). */
	source: string;
	/** The block that contains it; -1 when that has ended. */
	block: number;
}

interface Scope {
	isCell: boolean;
	open: Open[];
}

/**
 * Counts the elements that an HTML parser adds (HTML Standard §13.2.4.3): formatting that is still open when
 * its block ends is repeated in what follows, so that 50 kB of unclosed tags can become millions of elements.
 */
export class OpenFormatting {
	/** The document, then tables and their cells: formatting left open in a cell ends with it. */
	#scopes: Scope[] = [{ isCell: false, open: [] }];
	#block = 0;
	#inParagraph = false;

	/**
	 * @param name lowercase
	 * @param source the tag as written
	 * @returns how many elements are repeated for this tag
	 */
	start(name: string, source: string): number {
		if (name === "table") this.#scopes.push({ isCell: false, open: [] });
		else if (endsCell.has(name)) {
			this.#endCell();
			if (cells.has(name)) this.#scopes.push({ isCell: true, open: [] });
		}
		if (blocks.has(name)) {
			if (this.#inParagraph) this.#endBlock();
			this.#inParagraph = name === "p";
			this.#block++;
			return 0;
		}
		const { open } = this.#scope();
		let repeated = 0;
		for (const one of open) {
			if (one.block >= 0) continue;
			one.block = this.#block;
			repeated++;
		}
		if (formattingElements.has(name)) {
			const end = source.indexOf(">");
			const key = end < 0 ? source : source.slice(0, end);
			if (open.filter((one) => one.source === key).length < 3) open.push({ source: key, block: this.#block });
		}
		return repeated;
	}

	/** @param name lowercase */
	end(name: string): void {
		if (endsCell.has(name)) {
			this.#endCell();
			if (name === "table" && this.#scopes.length > 1) this.#scopes.pop();
		} else if (blocks.has(name)) {
			if (this.#inParagraph && name !== "p") this.#endBlock();
			this.#inParagraph = false;
			this.#endBlock();
		} else if (formattingElements.has(name)) {
			const { open } = this.#scope();
			const last = open.findLastIndex(({ source }) => source.slice(1, name.length + 1).toLowerCase() === name);
			if (last >= 0) open.splice(last, 1);
		}
	}

	/** How many are open here. */
	get open(): number {
		return this.#scope().open.length;
	}

	#scope(): Scope {
		return this.#scopes.at(-1) as Scope;
	}

	#endCell(): void {
		if (this.#scope().isCell) this.#scopes.pop();
	}

	#endBlock(): void {
		for (const one of this.#scope().open) if (one.block >= this.#block) one.block = -1;
		this.#block = Math.max(0, this.#block - 1);
	}
}
