/** The providers' logos, as their branding rules for sign-in buttons require. */

export function MicrosoftMark() {
	return (
		<svg aria-hidden="true" width="16" height="16" viewBox="0 0 21 21" className="shrink-0">
			<path fill="#f25022" d="M0 0h10v10H0z" />
			<path fill="#7fba00" d="M11 0h10v10H11z" />
			<path fill="#00a4ef" d="M0 11h10v10H0z" />
			<path fill="#ffb900" d="M11 11h10v10H11z" />
		</svg>
	);
}

export function GoogleMark() {
	return (
		<svg aria-hidden="true" width="16" height="16" viewBox="0 0 40 40" fill="none" strokeWidth="7" className="shrink-0">
			<path stroke="#ea4335" d="M7.6 12.9a14.5 14.5 0 0 1 22.7-3.1" />
			<path stroke="#fbbc05" d="M7.6 27.1a14.5 14.5 0 0 1 0-14.2" />
			<path stroke="#34a853" d="M29.3 31.1A14.5 14.5 0 0 1 7.6 27.1" />
			<path stroke="#4285f4" d="M20 20h14.5a14.5 14.5 0 0 1-5.2 11.1" />
		</svg>
	);
}
