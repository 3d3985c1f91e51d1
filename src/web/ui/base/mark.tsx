import { brand } from "#shared/brand.ts";

/** The logo: the operator's, or the default. */
export function Mark({ size = 22 }: { size?: number }) {
	if (brand.logo === null) return <DefaultMark size={size} />;
	return <img src={brand.logo} alt="" width={size} height={size} className="shrink-0 object-contain" />;
}

/** A roof over an open envelope. */
export function DefaultMark({ size = 22 }: { size?: number }) {
	return (
		<svg
			aria-hidden="true"
			width={size}
			height={size}
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.9"
			strokeLinecap="round"
			strokeLinejoin="round"
			className="shrink-0 text-accent"
		>
			<path d="M3 9.4 12 3.2l9 6.2V20a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z" />
			<path d="m3.6 10 8.4 5.6 8.4-5.6" />
		</svg>
	);
}

/** The logo with the product's name. */
export function Wordmark() {
	return (
		<>
			<Mark />
			<span className="min-w-0 translate-y-[1.5px] truncate font-display text-[18px] font-semibold tracking-[-0.01em]">
				{brand.name}
			</span>
		</>
	);
}
