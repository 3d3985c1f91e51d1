/** The product's design for a self-contained page. */
export const apiPageStyle = `
:root {
	color-scheme: light dark;
	--paper: light-dark(oklch(0.978 0.007 95), oklch(0.185 0.01 155));
	--sunken: light-dark(oklch(0.955 0.009 95), oklch(0.165 0.01 155));
	--line: light-dark(oklch(0.895 0.011 95), oklch(0.3 0.012 155));
	--ink: light-dark(oklch(0.235 0.018 155), oklch(0.945 0.008 95));
	--ink-2: light-dark(oklch(0.43 0.016 150), oklch(0.77 0.012 110));
	--accent: light-dark(oklch(0.42 0.085 158), oklch(0.78 0.115 158));
	--amber: light-dark(oklch(0.52 0.11 70), oklch(0.8 0.115 80));
	--red: light-dark(oklch(0.49 0.155 28), oklch(0.74 0.135 28));
	--blue: light-dark(oklch(0.46 0.095 245), oklch(0.78 0.085 245));
	--mono: ui-monospace, "SF Mono", Menlo, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 64px; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/20px "Instrument Sans Variable", system-ui, sans-serif; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.top { position: sticky; top: 0; z-index: 10; display: flex; justify-content: space-between; align-items: center; height: 52px; padding: 0 24px; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { color: var(--ink); text-decoration: none; }
.brand, h1, main h2 { font-family: "Newsreader Variable", Georgia, serif; font-weight: 500; }
.brand { font-size: 20px; }
.page { display: grid; grid-template-columns: 220px minmax(0, 1fr); max-width: 1100px; margin: 0 auto; }
nav { position: sticky; top: 52px; align-self: start; max-height: calc(100vh - 52px); overflow: auto; padding: 24px 16px; border-right: 1px solid var(--line); }
nav h2 { margin: 16px 0 4px; font-size: 12px; line-height: 16px; font-weight: 600; color: var(--ink-2); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 2px 0; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--accent); }
main { padding: 24px 32px 72px; min-width: 0; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 34px; }
main h2 { margin: 48px 0 0; font-size: 20px; line-height: 28px; }
.lead { max-width: 70ch; color: var(--ink-2); }
article { padding: 16px 0; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font-size: 14px; line-height: 20px; font-weight: 500; overflow-wrap: anywhere; }
article p { margin: 4px 0; }
code, pre, .method { font-family: var(--mono); font-size: 13px; }
.method { font-weight: 600; color: var(--blue); }
.method.post, .method.put { color: var(--accent); }
.method.patch { color: var(--amber); }
.method.delete { color: var(--red); }
.who, .reply, summary { color: var(--ink-2); }
.who { white-space: nowrap; font-size: 12px; }
table { width: 100%; margin: 8px 0; border-collapse: collapse; }
th { text-align: left; font-size: 12px; font-weight: 500; color: var(--ink-2); }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th:nth-child(2), td:nth-child(2) { white-space: nowrap; overflow-wrap: normal; }
summary { cursor: pointer; padding: 2px 0; }
pre { margin: 4px 0 8px; padding: 12px; overflow: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; line-height: 18px; }
@media (max-width: 760px) {
	.page { grid-template-columns: minmax(0, 1fr); }
	nav { display: none; }
	main { padding: 16px 16px 48px; }
	.top { padding: 0 16px; }
}
`;
