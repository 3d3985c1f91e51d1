/* Runs before the first paint, so that the stored theme never flashes. `lib/theme.ts` keeps it in step afterwards. */
(() => {
	let choice = "system";
	try {
		choice = localStorage.getItem("theme") ?? "system";
	} catch {
		/* Storage may be denied; the system's theme is a good answer then. */
	}
	const dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
