import { Star } from "lucide-react";
import { Badge } from "#web/ui/base/badge.tsx";
import { type Testimonial, testimonials, testimonialsAreSamples } from "../content.ts";
import { t } from "../text.ts";
import { Part } from "./part.tsx";

/** Testimonials, or samples marked as such. */
export function Testimonials() {
	return (
		<Part id="testimonials" title={t.home.whatPeopleSay} text={testimonialsAreSamples ? t.home.samplesNote : undefined}>
			<ul className="grid gap-3 lg:grid-cols-3">
				{testimonials.map((testimonial) => (
					<li key={testimonial.name} className="flex">
						<Quote {...testimonial} />
					</li>
				))}
			</ul>
		</Part>
	);
}

function Quote({ name, role, company, content, rating }: Testimonial) {
	return (
		<figure className="flex flex-1 flex-col rounded-3 border border-line bg-surface p-5">
			<div className="flex items-center justify-between">
				<Rating rating={rating} />
				{testimonialsAreSamples && <Badge tone="amber">{t.home.sample}</Badge>}
			</div>
			<blockquote className="mt-4 flex-1 font-display text-[19px] leading-[28px]">{content}</blockquote>
			<figcaption className="mt-5 text-13">
				<span className="font-semibold">{name}</span>
				<span className="block text-ink-2">
					{role}, {company}
				</span>
			</figcaption>
		</figure>
	);
}

function Rating({ rating }: { rating: number }) {
	return (
		<span role="img" aria-label={t.home.stars(rating)} className="flex gap-0.5 text-ink">
			{[1, 2, 3, 4, 5].map((star) => (
				<Star key={star} aria-hidden="true" size={14} fill={star <= rating ? "currentColor" : "none"} />
			))}
		</span>
	);
}
