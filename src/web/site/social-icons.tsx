import type { social } from "./content.ts";

/** Simple one-stroke icons of our own for the networks. */
const drawings: Record<(typeof social)[number]["network"], string> = {
	X: "M5 5l14 14M19 5L5 19",
	LinkedIn: "M6 10v8M6 6v.01M11 18v-8M11 14c0-5 7-5 7 0v4",
	Facebook: "M16 4c-3.5-.6-5 1-5 4v13M7.5 11.5H15",
	Reddit: "M4 14a8 5.5 0 1 0 16 0a8 5.5 0 1 0-16 0M9 13.5v.01M15 13.5v.01M9.5 16.5c1.5 1 3.5 1 5 0M12 8.5l1-4.5 4 1",
};

export function SocialIcon({ network }: { network: keyof typeof drawings }) {
	return (
		<svg
			aria-hidden="true"
			width="17"
			height="17"
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			<path d={drawings[network]} />
		</svg>
	);
}
