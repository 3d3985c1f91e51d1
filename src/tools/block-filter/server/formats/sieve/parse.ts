import { BadFile } from "../file-rule.ts";
import { type SieveToken, tokenize } from "./tokens.ts";

/** The grammar of Sieve (RFC 5228 §8.2): commands with arguments, tests and blocks, of any name. */

export type Argument =
	| { type: "tag"; name: string }
	| { type: "number"; value: number }
	| { type: "strings"; values: string[] };

export interface Test {
	/** Lowercase, like all names here. */
	name: string;
	arguments: Argument[];
	tests: Test[];
	line: number;
}

export interface Command extends Test {
	/** Null: it ends with a semicolon. */
	block: Command[] | null;
	/** The comment immediately before it. */
	comment: string;
}

/** Deeper nesting is an error or an attack. */
const MAX_NESTING = 15;

/** @throws BadFile with the line number */
export function parseSieve(text: string): Command[] {
	const parser = new Parser(tokenize(text));
	return parser.commands(0, false);
}

class Parser {
	private readonly tokens: readonly SieveToken[];
	private next = 0;
	constructor(tokens: readonly SieveToken[]) {
		this.tokens = tokens;
	}

	commands(depth: number, isInBlock: boolean): Command[] {
		if (depth > MAX_NESTING) throw this.fault("The blocks are nested too deeply");
		const found: Command[] = [];
		for (;;) {
			const comment = this.comments();
			const token = this.tokens[this.next];
			if (token === undefined) {
				if (isInBlock) throw this.fault("A block is not closed");
				return found;
			}
			if (token.type === "}" && isInBlock) {
				this.next++;
				return found;
			}
			found.push(this.command(comment, depth));
		}
	}

	private command(comment: string, depth: number): Command {
		const head = this.head(depth);
		const token = this.consume();
		if (token?.type === ";") return { ...head, block: null, comment };
		if (token?.type === "{") return { ...head, block: this.commands(depth + 1, true), comment };
		throw this.fault(`“${head.name}” does not end with a semicolon or a block`, head.line);
	}

	/** The common part of commands and tests: name, arguments, and tests. */
	private head(depth: number): Test {
		if (depth > MAX_NESTING) throw this.fault("The tests are nested too deeply");
		const name = this.consume();
		if (name?.type !== "word") throw this.fault("A name is missing", name?.line);
		const test: Test = { name: name.text.toLowerCase(), arguments: [], tests: [], line: name.line };
		for (;;) {
			const token = this.peek();
			if (token?.type === "tag") {
				test.arguments.push({ type: "tag", name: token.text.toLowerCase() });
				this.consume();
			} else if (token?.type === "number") {
				test.arguments.push({ type: "number", value: token.value });
				this.consume();
			} else if (token?.type === "string") {
				test.arguments.push({ type: "strings", values: [token.text] });
				this.consume();
			} else if (token?.type === "[") test.arguments.push(this.list());
			else break;
		}
		const token = this.peek();
		if (token?.type === "word") test.tests.push(this.head(depth + 1));
		else if (token?.type === "(") test.tests.push(...this.testList(depth));
		return test;
	}

	private list(): Argument {
		this.consume();
		const values: string[] = [];
		for (;;) {
			const token = this.consume();
			if (token?.type === "]" && values.length === 0) return { type: "strings", values };
			if (token?.type !== "string") throw this.fault("A list holds something that is no string", token?.line);
			values.push(token.text);
			const after = this.consume();
			if (after?.type === "]") return { type: "strings", values };
			if (after?.type !== ",") throw this.fault("A list is not closed", after?.line);
		}
	}

	private testList(depth: number): Test[] {
		this.consume();
		const tests: Test[] = [];
		for (;;) {
			tests.push(this.head(depth + 1));
			const after = this.consume();
			if (after?.type === ")") return tests;
			if (after?.type !== ",") throw this.fault("A list of tests is not closed", after?.line);
		}
	}

	/** Skips comments. @returns the last one */
	private comments(): string {
		let text = "";
		for (;;) {
			const token = this.tokens[this.next];
			if (token?.type !== "comment") return text;
			text = token.text;
			this.next++;
		}
	}

	private peek(): SieveToken | undefined {
		this.comments();
		return this.tokens[this.next];
	}

	private consume(): SieveToken | undefined {
		const token = this.peek();
		this.next++;
		return token;
	}

	private fault(what: string, line = this.tokens.at(Math.min(this.next, this.tokens.length - 1))?.line ?? 1): BadFile {
		return new BadFile(`Couldn't read the Sieve script: ${what} (line ${line}).`);
	}
}
