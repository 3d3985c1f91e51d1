import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { matchesOf } from "../../base/search-matches.ts";
import { Highlighted } from "./highlight.tsx";

const marked = (text: string, q: string | undefined) =>
	renderToStaticMarkup(<Highlighted text={text} matches={matchesOf(q)} />)
		.replace(/<mark[^>]*>/g, "[")
		.replaceAll("</mark>", "]");

it.each([
	["The venue is booked", "venue", "The [venue] is booked"],
	["Venues, avenue", "venue", "[Venue]s, avenue"],
	["Spring meeting, spring", '"spring meeting" is:unread', "[Spring meeting], spring"],
	["C++ and (a|b)", "c++ OR (a|b)", "[C++] and ([a|b])"],
	["The venue", "-venue from:ann@x.org", "The venue"],
	["The venue", undefined, "The venue"],
	["The venue", "((", "The venue"],
])("marks in %j what %j finds", (text, q, result) => expect(marked(text, q)).toBe(result));
