const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Whether a value looks like one email address; the server decides whether it can exist. */
export function isAddress(value: string): boolean {
	return (
		value.length <= 254 &&
		address.test(value) &&
		value.lastIndexOf(".") > value.indexOf("@") + 1 &&
		!value.endsWith(".")
	);
}
