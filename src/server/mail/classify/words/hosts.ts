/** Organizational domains, and first labels of hosts, that show what a message is. Public names of companies only. */

export type HostKind = "campaign-mailer" | "transaction-mailer" | "network" | "free-mail" | "forum-host" | "code-host";

const DOMAINS: Record<HostKind, string> = {
	"campaign-mailer": `mailchimp.com mailchimpapp.com mailchimpapp.net mcsv.net mcdlv.net rsgsv.net mcsignup.com list-manage.com
		hubspot.com hubspotemail.net hubspotstarter.net hs-send.com createsend.com cmail1.com cmail2.com cmail3.com cmail4.com
		cmail19.com cmail20.com campaignmonitor.com sendinblue.com brevo.com brevosend.com sibmail.com klaviyo.com
		klaviyomail.com constantcontact.com ccsend.com confirmedcc.com icontact.com icpbounce.com actionnetwork.org
		bluestatedigital.com myngp.com everyaction.com nationbuilder.com marketo.com mktomail.com mktdns.com exacttarget.com
		exct.net s10.exacttarget.com responsys.net rsys2.net rsys5.com eloqua.com en25.com mailerlite.com mlsend.com
		activecampaign.com acemsrvc.com aweber.com getresponse.com getresponse-mail.com convertkit.com convertkit-mail.com
		convertkit-mail2.com kit.com substack.com beehiiv.com braze.com iterable.com itbl.co emarsys.net emarsys.com dotmailer.com
		dotdigital-email.com dotdigital.com cheetahmail.com chtah.net silverpop.com mkt41.net pardot.com vocus.com e-activist.com
		engagingnetworks.net sailthru.com mailjet.com bnc3.mailjet.com newsletter2go.com cleverreach.com crsend.com rapidmail.de
		inxmail.com inxserver.de episerver.com optivo.com mailup.com contactlab.com splio.com sarbacane.com tipimail.com
		mailpoet.com moosend.com omnisend.com benchmarkemail.com verticalresponse.com streamsend.com bronto.com listrak.com
		listrakbi.com yesmail.com epsilon.com bmsend.com emailvision.net campaign-archive.com sendpulse.com unisender.com
		esputnik.com expertsender.com freshmail.com ecomail.cz apsis.com carma.com ungapped.com laposta.nl spotler.com
		tripolis.com copernica.com webpower.eu buttondown.email ghost.io ezinedirector.net rsvp1.com mailgun-campaigns.com
		digitalriver.com customeriomail.com swiftpage.com informz.net robly.com madmimi.com emma.com myemma.com e2ma.net`,
	"transaction-mailer": `amazonses.com sendgrid.net sendgrid.com sendgrid.me mailgun.org mailgun.net mailgun.co postmarkapp.com
		mtasv.net pm-bounces.com sparkpostmail.com sparkpost.com mandrillapp.com mandrill.com zendesk.com freshdesk.com
		helpscout.net intercom-mail.com intercom.io customer.io smtp2go.com socketlabs.com elasticemail.com resend.com
		resend.dev mailersend.net atlassian.net salesforce.com service-now.com stripe.com paypal.com shopify.com shopifyemail.com
		smtp.com dynect.net messagelabs.com`,
	network: `facebook.com facebookmail.com fb.com instagram.com mail.instagram.com threads.net linkedin.com twitter.com x.com
		tiktok.com pinterest.com pinterestmail.com reddit.com redditmail.com snapchat.com tumblr.com nextdoor.com nextdoor.de
		nextdoor.co.uk nextdoor.fr nebenan.de meetup.com discord.com discordapp.com quora.com vk.com vkontakte.ru ok.ru
		odnoklassniki.ru weibo.com xing.com viadeo.com mastodon.social mastodon.online bsky.app bsky.social youtube.com
		flickr.com goodreads.com strava.com badoo.com gotinder.com bumble.com okcupid.com hinge.co match.com eharmony.com
		parship.de lovoo.com myspace.com last.fm soundcloud.com twitch.tv telegram.org line.me kakao.com mixi.jp couchsurfing.com
		researchgate.net researchgatemail.net academia.edu academia-mail.com classmates.com stayfriends.de ning.com
		foursquare.com swarmapp.com untappd.com deviantart.com vimeo.com hi5.com tagged.com skyrock.com renren.com douban.com
		zhihu.com whatsapp.com viber.com mewe.com truthsocial.com pixelfed.social lemmy.world friendica.com diasporafoundation.org
		letterboxd.com dribbble.com behance.net medium.com copainsdavant.com nk.pl taringa.net cafe24.com band.us
		skyrockmail.com gab.com parler.com plaxo.com orkut.com friendster.com bebo.com`,
	"free-mail": `gmail.com googlemail.com yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es
		yahoo.ca yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.com.au yahoo.com.mx yahoo.com.ar hotmail.com hotmail.co.uk hotmail.fr
		hotmail.de hotmail.it hotmail.es outlook.com outlook.de outlook.fr outlook.es live.com live.co.uk live.fr live.nl msn.com
		icloud.com me.com mac.com aol.com aim.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de
		mail.de posteo.de posteo.net mailbox.org proton.me protonmail.com protonmail.ch pm.me tutanota.com tuta.io tuta.com
		fastmail.com fastmail.fm hey.com zoho.com mail.com email.com laposte.net orange.fr wanadoo.fr free.fr sfr.fr neuf.fr
		libero.it virgilio.it alice.it tin.it tiscali.it terra.com.br uol.com.br bol.com.br ig.com.br hushmail.com btinternet.com
		virginmedia.com sky.com ntlworld.com blueyonder.co.uk comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net
		charter.net earthlink.net juno.com optonline.net shaw.ca rogers.com sympatico.ca telus.net bigpond.com bigpond.net.au
		optusnet.com.au xtra.co.nz mail.ru bk.ru inbox.ru list.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net seznam.cz
		centrum.cz azet.sk wp.pl o2.pl onet.pl interia.pl freemail.hu citromail.hu abv.bg qq.com 163.com 126.com sina.com sohu.com
		naver.com hanmail.net daum.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com ziggo.nl kpnmail.nl planet.nl
		xs4all.nl telenet.be skynet.be bluewin.ch hispeed.ch telia.com online.no pobox.com`,
	"forum-host": `googlegroups.com yahoogroups.com groups.io freelists.org sourceforge.net gnu.org nongnu.org debian.org kernel.org
		python.org apache.org ietf.org w3.org freedesktop.org gnome.org kde.org ubuntu.com launchpad.net redhat.com
		fedoraproject.org freebsd.org openbsd.org netbsd.org lists.debian.org librelist.com framalistes.org dgroups.org
		listserv.net topica.com egroups.com discoursemail.com xda-developers.com stackexchange.com stackoverflow.email`,
	"code-host": `github.com githubusercontent.com gitlab.com bitbucket.org codeberg.org sr.ht gitee.com travis-ci.org travis-ci.com
		circleci.com sentry.io pagerduty.com datadoghq.com atlassian.com jira.com`,
};

export const HOST_KINDS: ReadonlyMap<string, HostKind> = new Map(
	Object.entries(DOMAINS).flatMap(([kind, names]) =>
		names.split(/\s+/).map((name) => [name, kind as HostKind] as const),
	),
);

/** First labels of hosts that send bulk mail: `news.shop.example`. */
export const SENDING_LABELS: ReadonlySet<string> = new Set(
	`mail mailer mailing mailings email emails e em em1 m news newsletter newsletters nl info reply go click link links
	marketing mkt mktg promo promos offers deals shop campaign campaigns crm edm enews eblast engage t updates update members
	member connect comms communications hello send sender sg mg mail1 mail2 e1 e2 my try get your`.split(/\s+/),
);

/** First labels of hosts that send notifications. */
export const NOTICE_LABELS: ReadonlySet<string> = new Set(
	`notify notification notifications notices alerts alert account accounts accountprotection service services order orders
	billing txn transactional trx ship shipping tracking receipts security auth id system app apps noreply`.split(/\s+/),
);

/** First labels of hosts that run mailing lists. */
export const LIST_LABELS: ReadonlySet<string> = new Set(
	"list lists listserv listes listen groups group ml mailman sympa forum forums discuss discourse lists1".split(" "),
);
