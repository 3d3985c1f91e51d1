import { brand, hubPath } from "#shared/brand.ts";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** The front door: what this is, and the ways in. */
export default function HomePage() {
	const session = useSession();
	return (
		<div className="mx-auto flex min-h-[calc(100dvh-var(--top))] w-full max-w-page flex-col justify-center px-4 py-12 md:px-8">
			<h1
				tabIndex={-1}
				className="max-w-[16ch] font-display text-[36px] leading-[1.1] font-medium tracking-[-0.015em] md:text-[56px]"
			>
				{brand.headline}
			</h1>
			<p className="mt-5 max-w-[56ch] text-16 text-ink-2">{brand.sentence}</p>
			<div className="mt-8 flex min-h-10 flex-wrap gap-3">
				{session !== undefined && <WaysIn signedIn={session !== null} />}
			</div>
			<dl className="mt-12 grid gap-x-8 gap-y-6 border-t border-line pt-6 sm:grid-cols-3 md:mt-16">
				{brand.facts.map(({ title, text }) => (
					<div key={title}>
						<dt className="text-14 font-semibold">{title}</dt>
						<dd className="mt-1 max-w-[44ch] text-14 text-ink-2">{text}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}

function WaysIn({ signedIn }: { signedIn: boolean }) {
	const launch = `Launch ${brand.name}`;
	if (signedIn)
		return (
			<ButtonLink to={hubPath} variant="primary" size="large">
				{launch}
			</ButtonLink>
		);
	return (
		<>
			<ButtonLink to="/auth" search={{ mode: "sign-up" }} variant="primary" size="large">
				Sign Up
			</ButtonLink>
			<ButtonLink to="/auth" size="large">
				Sign In
			</ButtonLink>
			<ButtonLink to={hubPath} variant="ghost" size="large">
				{launch}
			</ButtonLink>
		</>
	);
}
