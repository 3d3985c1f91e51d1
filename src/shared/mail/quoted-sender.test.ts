import { expect, test } from "vitest";
import { quotedSenderOf } from "./quoted-sender.ts";

test.each([
	["On Tue, 17 Nov 2009 18:21:38 -0500, Ann Lee <Ann@Example.org> wrote:\n> Hello", "ann@example.org"],
	["Hi,\n\nOn Tue, 17 Nov 2009, Ann Lee <ann at example.org> wrote:\n\n> Hello\n\nYes.", "ann@example.org"],
	["Am 4.1.2021 um 10:00 schrieb Ann Lee <ann@example.org>:\n> Hallo", "ann@example.org"],
	["> Hello\n\nOn Tue, 17 Nov 2009, Ann <ann@example.org> wrote:\n> Bye", null],
	["On Tue, 17 Nov 2009 at 18:21 Ann Lee wrote:\n> Hello", null],
	["Ann <ann@example.org> wrote that the shop is closed.\n\nSee you.", null],
	["", null],
])("the person whom %j quotes first is %s", (text, sender) => {
	expect(quotedSenderOf(text)).toBe(sender);
});
