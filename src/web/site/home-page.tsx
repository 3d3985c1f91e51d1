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
			{session !== undefined && (
				<div className="mt-8 flex flex-wrap gap-3">
					{session === null ? (
						<>
							<ButtonLink to="/auth" search={{ mode: "sign-up" }} variant="primary" size="large">
								Sign Up
							</ButtonLink>
							<ButtonLink to="/auth" size="large">
								Sign In
							</ButtonLink>
							<ButtonLink to={hubPath} variant="ghost" size="large">
								Launch {brand.name}
							</ButtonLink>
						</>
					) : (
						<ButtonLink to={hubPath} variant="primary" size="large">
							Launch {brand.name}
						</ButtonLink>
					)}
				</div>
			)}
		</div>
	);
}
