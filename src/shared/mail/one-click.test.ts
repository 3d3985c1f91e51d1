import { expect, test } from "vitest";
import { parseHeaderBlock } from "./headers.ts";
import { checkOneClick } from "./one-click.ts";

const UNSUBSCRIBE = "List-Unsubscribe: <https://news.test/u>";
const POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
const signature = (h: string, more = "d=news.test; s=s1; b=AAAA") =>
	`DKIM-Signature: v=1; a=rsa-sha256; ${more};\r\n h=${h}; bh=AAAA`;
const check = (...lines: string[]) => checkOneClick(parseHeaderBlock(lines.join("\r\n")).fields);

test("one signature covers both header fields", () => {
	const both = "From:Subject:\r\n List-Unsubscribe:list-unsubscribe-post";
	expect(check(signature(both), UNSUBSCRIBE, POST)).toBe("covered");
	expect(check(signature("From"), signature(both), UNSUBSCRIBE, POST)).toBe("covered");
	expect(check(UNSUBSCRIBE, POST)).toBe("unsigned");
	expect(check(signature(both, "s=s1; b=AAAA"), UNSUBSCRIBE, POST)).toBe("unsigned");
	expect(check(signature("From:List-Unsubscribe"), UNSUBSCRIBE, POST)).toBe("not_covered");
	expect(check(signature("List-Unsubscribe"), signature("List-Unsubscribe-Post"), UNSUBSCRIBE, POST)).toBe(
		"not_covered",
	);
	expect(check(signature(both), UNSUBSCRIBE, UNSUBSCRIBE, POST)).toBe("repeated");
	expect(check(signature(both), UNSUBSCRIBE, POST, POST)).toBe("repeated");
	expect(check(signature(both), UNSUBSCRIBE, `${POST}; x=y`)).toBe("malformed");
});
