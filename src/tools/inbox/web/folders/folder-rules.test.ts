import { describe, expect, it } from "vitest";
import type { Folder } from "../base/mail.ts";
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

describe("folder names", () => {
	it("may be any single line, with levels", () => {
		expect(nameFault("Clients/Orchard & Söhne 🍎", folders)).toBeNull();
	});

	it("are taken when another folder has the name, its own or the one shown", () => {
		expect(nameFault("receipts ", folders)).toMatch(/already/);
		expect(nameFault("inbox", folders)).toMatch(/already/);
		expect(nameFault("Sent", folders)).toMatch(/already/);
		expect(nameFault("gesendet", folders)).toMatch(/already/);
	});

	it("may change case in a rename", () => {
		expect(nameFault("RECEIPTS", folders, receipts)).toBeNull();
	});

	it("are never empty, at any level", () => {
		for (const name of ["", "  ", "/Clients", "Clients/", "Clients//Orchard"])
			expect(nameFault(name, folders)).not.toBeNull();
	});
});
