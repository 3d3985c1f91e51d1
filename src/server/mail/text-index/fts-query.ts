import type { Query } from "#shared/search/query.ts";
import { lexemesFor } from "./words.ts";

/** Translates queries about words to the query language of SQLite's FTS5. */

/** The messages of an expression, or all others. */
interface Expression {
	fts: string;
	isNegated: boolean;
}

/**
 * The FTS5 expression of a query for which `isAboutWords` holds, and which `isFindable`. Phrases count as all of their
 * words.
 */
export function ftsQueryOf(query: Query): string {
	const { fts, isNegated } = expressionOf(query);
	if (isNegated) throw new Error("The query does not name a word to find");
	return fts;
}

/** FTS5 only knows `a NOT b`, so that negations are carried to the top. */
function expressionOf(query: Query): Expression {
	switch (query.kind) {
		case "text": {
			const terms = lexemesFor(query).map(({ lexeme, isPrefix }) => quotedLexeme(lexeme) + (isPrefix ? " *" : ""));
			return { fts: joined(terms, "AND"), isNegated: false };
		}
		case "not": {
			const { fts, isNegated } = expressionOf(query.part);
			return { fts, isNegated: !isNegated };
		}
		case "and":
			return combined(query.parts.map(expressionOf), false);
		case "or":
			return combined(query.parts.map(expressionOf), true);
		default:
			throw new Error(`${query.kind} is not about words`);
	}
}

/** All of the parts, or by De Morgan's laws any of them. */
function combined(parts: readonly Expression[], isOr: boolean): Expression {
	const required = parts.filter(({ isNegated }) => isNegated === isOr).map(({ fts }) => fts);
	const excluded = parts.filter(({ isNegated }) => isNegated !== isOr).map(({ fts }) => fts);
	if (required.length === 0) return { fts: joined(excluded, "OR"), isNegated: !isOr };
	const fts = joined(required, "AND");
	return { fts: excluded.length === 0 ? fts : `(${fts} NOT ${joined(excluded, "OR")})`, isNegated: isOr };
}

function joined(terms: readonly string[], operator: "AND" | "OR"): string {
	return terms.length === 1 ? (terms[0] as string) : `(${terms.join(` ${operator} `)})`;
}

/** A lexeme as a string of FTS5. */
export function quotedLexeme(lexeme: string): string {
	return `"${lexeme.replaceAll('"', '""')}"`;
}
