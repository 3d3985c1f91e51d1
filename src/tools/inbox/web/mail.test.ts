import { expect, it } from "vitest";
import { labelName } from "./mail.ts";

it.each([
	["Category Promotions", "Promotions"],
	["Category Updates", "Updates"],
	["Category 5 storms", "Category 5 storms"],
	["Clients", "Clients"],
])("shows the label %s as %s", (label, name) => expect(labelName(label)).toBe(name));
