import { foldText } from "#shared/search/tokens.ts";

/** Words of subjects and first lines that show what mail is about, in the languages that most mail is written in. */

export type Topic = "offer" | "notice" | "social" | "news" | "unsubscribe" | "greeting" | "asking" | "code";

const WORDS: Record<Topic, string> = {
	offer: `sale sales off deal deals offer offers discount discounts save savings coupon voucher promo exclusive clearance
		bargain bargains free gift gifts shop buy hurry expires donate donation contribute chip bestseller arrivals cart basket
		rabatt rabatte angebot angebote sparen gutschein gratis kostenlos schnappchen ausverkauf neuheiten warenkorb jetzt
		oferta ofertas descuento descuentos rebajas ahorra regalo compra envio promocion
		soldes promotion reduction remise offre offres gratuit cadeau livraison profitez economisez
		sconto sconti saldi offerta offerte risparmia regalo gratuito acquista
		desconto descontos promocao liquidacao gratis compre
		korting aanbieding aanbiedingen uitverkoop besparen cadeau bestel
		rea rabatt erbjudande erbjudanden fynda tilbud salg spar alennus ale tarjous tarjoukset saasta
		promocja promocje wyprzedaz rabat okazja sleva slevy vyprodej akce kedvezmeny akcio leertekeles reducere reduceri oferte
		indirim firsat kampanya ucretsiz скидка скидки распродажа акция акции подарок бесплатно знижка знижки
		προσφορα προσφορες εκπτωση εκπτωσεις מבצע הנחה تخفيضات خصم عرض`,
	notice: `order ordered invoice receipt payment paid shipped shipping shipment delivery delivered tracking parcel package
		dispatched confirmation confirm confirmed verify verification verified password security alert login reset code
		statement reminder renewal expiring expired appointment booking reservation itinerary ticket account activate activated
		subscription charged refund refunded balance transaction due overdue failed passed build scheduled maintenance status
		download backup report invitation accepted declined cancelled canceled updated
		rechnung bestellung zahlung versandt versand lieferung sendung bestatigung bestatigen passwort sicherheit anmeldung
		kontoauszug erinnerung termin buchung reservierung konto paket mahnung zugestellt
		pedido factura pago recibo enviado entrega confirmacion confirmar contrasena seguridad cuenta recordatorio cita reserva
		commande facture paiement recu expedie expedition colis confirmation confirmez securite compte rappel reservation
		connexion releve echeance
		ordine fattura pagamento ricevuta spedito spedizione consegna conferma confermare sicurezza promemoria prenotazione
		scadenza estratto accesso encomenda fatura pagamento enviado confirmacao senha conta lembrete reserva
		bestelling factuur betaling verzonden verzending bezorging bevestiging wachtwoord beveiliging herinnering afspraak
		bestallning faktura betalning skickad leverans bekraftelse losenord paminnelse bokning konto ordre betaling levering
		bekreftelse bekraeftelse adgangskode passord paamindelse tilaus lasku maksu toimitus vahvistus salasana muistutus varaus
		zamowienie platnosc przesylka potwierdzenie haslo przypomnienie rezerwacja objednavka platba zasilka potvrzeni heslo
		rendeles szamla fizetes jelszo megerosites comanda plata parola siparis fatura odeme kargo sifre hatirlatma
		заказ счет оплата отправлен доставка подтверждение пароль безопасность напоминание бронь замовлення рахунок
		παραγγελια τιμολογιο πληρωμη κωδικος הזמנה חשבונית תשלום סיסמה طلب فاتورة دفع`,
	social: `mentioned commented comment liked likes follow follows followed follower followers friend friends friendship
		tagged invited connect connection connections posted photo photos replied reacted endorsed poke profile viewed
		matches kommentiert erwahnt markiert folgt freundschaftsanfrage freund freunde gefallt beitrag kontaktanfrage
		comento comentario menciono etiqueto sigue seguidor seguidores amigo amigos amistad solicitud
		commente commentaire mentionne identifie suit abonne abonnes ami amis invitation publication
		commentato menzionato taggato segue amico amici amicizia richiesta collegamento
		comentou mencionou marcou seguindo amizade seguidores reageerde genoemd volgt vriend vrienden vriendschapsverzoek
		kommenterade namnde foljer vanforfragan kommenterte nevnte folger venneforesporsel kommentoi mainitsi seuraa kaveripyynto
		skomentowal obserwuje znajomych zaproszenie komentoval sleduje pratel yorum takip arkadas
		комментарий упомянул подписался друзья дружбу отметил`,
	news: `newsletter headlines stories digest weekly daily monthly bulletin issue edition news headlines roundup briefing recap highlights
		dispatch latest today volume vol wochenruckblick nachrichten ausgabe rundbrief newsletters woche
		boletin noticias semanal edicion resumen lettre actualites hebdo hebdomadaire edition quotidien
		notiziario notizie settimanale edizione rassegna boletim semanal edicao nieuwsbrief nieuws wekelijks nyhetsbrev nyheter
		veckans ukens nyhedsbrev nyheder uutiskirje uutiset viikon biuletyn tygodnik wiadomosci zpravodaj novinky hirlevel
		bulten haftalik новости дайджест выпуск неделя рассылка новини`,
	unsubscribe: `unsubscribe unsubscribing browser optout abmelden abbestellen browseransicht desinscrire desabonner navigateur
		darse suscripcion navegador disiscriviti annulla afmelden uitschrijven avregistrera avprenumerera avmeld afmeld peruuta
		wypisz odhlasit leiratkozas dezabonare отписаться браузере`,
	greeting: `hi hello hey dear hallo liebe lieber moin servus guten hola querido querida buenos bonjour salut cher chere coucou
		ciao caro cara buongiorno gentile ola oi prezado prezada bom beste hoi goedemorgen hej hei kjaere kaere moi terve czesc
		witam szanowny dzien ahoj dobry szia kedves buna draga merhaba selam sevgili sayin привет здравствуйте дорогой уважаемый
		привіт γεια αγαπητε שלום היי مرحبا السلام`,
	asking: `thanks thank cheers regards meeting lunch dinner tomorrow yesterday weekend draft attached forwarded question mum mom
		dad love danke gruss grusse gruesse mittagessen morgen treffen anbei frage gracias saludos manana reunion adjunto pregunta
		merci bisous demain dejeuner reunion jointe grazie saluti domani pranzo riunione allegato obrigado obrigada abraco amanha
		bedankt groetjes groeten morgen vergadering tack halsningar imorgon takk hilsen tak kiitos terveisin huomenna dzieki
		pozdrawiam jutro dekuji zdravim zitra koszonom udv multumesc tesekkurler yarin спасибо завтра встреча дякую`,
	code: `commit commits merged merge branch repository repo pull push pushed deploy deployed deployment pipeline issue bug
		release released patch build builds nightly ci test tests svn git cvs changeset regression`,
};

/** Terms of languages written without spaces: matched anywhere. */
const PARTS: Partial<Record<Topic, readonly string[]>> = {
	offer: [
		"セール",
		"割引",
		"特典",
		"クーポン",
		"キャンペーン",
		"お得",
		"無料",
		"優惠",
		"优惠",
		"折扣",
		"促销",
		"促銷",
		"特价",
		"할인",
		"쿠폰",
		"이벤트",
	],
	notice: [
		"注文",
		"請求",
		"支払",
		"発送",
		"配達",
		"確認",
		"予約",
		"パスワード",
		"ご利用",
		"订单",
		"訂單",
		"发票",
		"付款",
		"发货",
		"验证码",
		"密码",
		"通知",
		"주문",
		"결제",
		"배송",
		"인증",
		"비밀번호",
		"알림",
	],
	social: ["フォロー", "コメント", "いいね", "友達", "关注", "评论", "好友", "팔로우", "댓글", "친구"],
	news: ["ニュース", "メルマガ", "通信", "新闻", "周刊", "뉴스레터", "소식"],
	unsubscribe: ["配信停止", "退订", "退訂", "수신거부"],
	greeting: ["様", "さん", "こんにちは", "您好", "你好", "안녕"],
	asking: ["ありがとう", "よろしく", "谢谢", "감사합니다"],
};

/** Folded words and their topics; a word may have several. */
export const TOPIC_WORDS: ReadonlyMap<string, readonly Topic[]> = byWord();
/** Folded substrings with their topic. */
export const TOPIC_PARTS: readonly (readonly [part: string, topic: Topic])[] = Object.entries(PARTS).flatMap(
	([topic, parts]) => parts.map((part) => [foldText(part), topic as Topic] as const),
);

function byWord(): Map<string, Topic[]> {
	const found = new Map<string, Topic[]>();
	for (const [topic, words] of Object.entries(WORDS) as [Topic, string][])
		for (const word of new Set(foldText(words).split(/\s+/))) found.set(word, [...(found.get(word) ?? []), topic]);
	return found;
}
