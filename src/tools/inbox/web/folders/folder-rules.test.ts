import { describe, expect, it } from "vitest";
import type { Folder } from "../mail.ts";
import { nameFault } from "./folder-rules.ts";

const folder = (id: string, name: string, role: Folder["role"] = "custom"): Folder => ({
	id,
	accountId: "a",
	name,
	role,
	total: 0,
	unread: 0,
});
const receipts = folder("Receipts", "Receipts");
const folders = [folder("INBOX", "INBOX", "inbox"), folder("Gesendet", "Gesendet", "sent"), receipts];

describe("the name of a folder", () => {
	it("may be anything of one line, and have levels", () => {
		expect(nameFault("Clients/Orchard & Söhne 🍎", folders)).toBeNull();
	});

	it("is taken when another folder has it, by its own name or by the one it is shown under", () => {
		expect(nameFault("receipts ", folders)).toMatch(/already/);
		expect(nameFault("inbox", folders)).toMatch(/already/);
		expect(nameFault("Sent", folders)).toMatch(/already/);
		expect(nameFault("gesendet", folders)).toMatch(/already/);
	});

	it("may be written otherwise when it is one's own", () => {
		expect(nameFault("RECEIPTS", folders, receipts)).toBeNull();
	});

	it("is never empty, at no level", () => {
		for (const name of ["", "  ", "/Clients", "Clients/", "Clients//Orchard"])
			expect(nameFault(name, folders)).not.toBeNull();
	});
});
