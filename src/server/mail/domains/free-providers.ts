import { getDomain } from "tldts";

/** Domains of providers where anybody gets an address free of charge. */
const FREE = new Set(
	`126.com 163.com aim.com alice.it aol.com aol.de arcor.de att.net bellsouth.net bigpond.com bk.ru blueyonder.co.uk
	bluewin.ch bol.com.br btinternet.com centrum.cz charter.net comcast.net cox.net daum.net duck.com earthlink.net
	email.com email.cz email.de fastmail.com fastmail.fm foxmail.com free.fr freemail.hu freenet.de gmail.com gmx.at gmx.ch
	gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.be hotmail.ca hotmail.co.uk hotmail.com hotmail.de
	hotmail.es hotmail.fr hotmail.it hotmail.nl hushmail.com icloud.com ig.com.br inbox.lv inbox.ru interia.pl juno.com
	kpnmail.nl laposte.net libero.it list.ru live.ca live.co.uk live.com live.de live.fr live.it live.nl mac.com mail.com
	mail.de mail.ru mailbox.org mailfence.com me.com msn.com naver.com netscape.net ntlworld.com o2.pl onet.pl online.de
	op.pl optonline.net orange.fr outlook.at outlook.com outlook.de outlook.es outlook.fr outlook.it planet.nl pm.me
	posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com rogers.com runbox.com
	sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be sohu.com startmail.com sympatico.ca t-online.de
	talktalk.net telenet.be terra.com.br tiscali.it tuta.com tutanota.com tutanota.de uol.com.br verizon.net videotron.ca
	virgilio.it virginmedia.com vodafone.de voila.fr wanadoo.fr web.de wp.pl xs4all.nl xtra.co.nz ya.ru yahoo.ca
	yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de yahoo.es yahoo.fr yahoo.in
	yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com ziggo.nl zonnet.nl`.split(/\s+/),
);

/** Whether a provider gives addresses at this domain to anybody. @param domain ASCII, lower case */
export function isFreeProvider(domain: string): boolean {
	return FREE.has(domain) || FREE.has(getDomain(domain) ?? "");
}
