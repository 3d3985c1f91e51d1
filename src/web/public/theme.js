/* Runs before the first paint, so that the stored theme never flashes. `lib/settings/theme.ts` takes over afterwards. */
(() => {
	let choice = "system";
	try {
		choice = localStorage.getItem("theme") ?? "system";
	} catch {
		/* Storage may be denied; then the system's theme applies. */
	}
	const dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
