import { type ReactNode, useEffect, useRef, useState } from "react";
import { ownAddress } from "../../../addresses.en.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from "../../../ui/icons.tsx";
import type { Banner } from "./banners.ts";
import { texts } from "./texts.en.ts";

const INTERVAL = 6000;
/** The picture of the next banner loads this long before its turn. */
const LOAD_AHEAD = 1500;

interface BannerCarouselProps {
  banners: Banner[];
  /** What stands in the last line of a banner without a link. */
  offers: (banner: number, isShown: boolean) => ReactNode;
}

/**
 * Shows up to five slides in a strip that scrolls and snaps, so that the browser handles swiping.
 * They advance automatically until the visitor interacts, and never with reduced motion.
 */
export function BannerCarousel({ banners, offers }: BannerCarouselProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [paused, setPaused] = useState(false);

  // The banners up to this one have their picture. Each loads just before it is visible, so that a visit stays light.
  const [loaded, setLoaded] = useState(0);

  useEffect(() => setPlaying(banners.length > 1 && !prefersReducedMotion()), [banners.length]);

  useEffect(() => {
    if (!playing || paused) return;
    const load = setTimeout(() => setLoaded(atLeast(shown + 1)), INTERVAL - LOAD_AHEAD);
    const timer = setInterval(() => {
      if (!document.hidden) scrollToBanner(strip.current, shown + 1);
    }, INTERVAL);
    return () => {
      clearTimeout(load);
      clearInterval(timer);
    };
  }, [playing, paused, shown]);

  const show = (index: number) => {
    setPlaying(false);
    scrollToBanner(strip.current, index);
  };

  return (
    <section
      aria-roledescription={texts.carouselRole}
      aria-label={texts.carousel}
      className="border-b border-rule"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") show(shown - 1);
        else if (event.key === "ArrowRight") show(shown + 1);
        else return;
        event.preventDefault();
      }}
    >
      <ul
        ref={strip}
        id="banners"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-live={playing && !paused ? "off" : "polite"}
        className="banner-strip"
        onPointerDown={() => setPlaying(false)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const place = scrollLeft / clientWidth;
          setShown(Math.round(place));
          // The strip stands a fraction of a pixel beside its place after a jump.
          setLoaded(atLeast(Math.ceil(place - 0.01)));
        }}
      >
        {banners.map((banner, index) => (
          <li
            key={banner.scene ?? `${banner.picture} ${index}`}
            aria-roledescription={texts.slideRole}
            aria-label={texts.slide(index + 1, banners.length)}
            aria-hidden={index !== shown}
            className="banner"
          >
            {index <= Math.max(loaded, shown) ? (
              <BannerPicture {...banner} eager={index === 0} />
            ) : (
              <div className="banner-picture" />
            )}
            <div className="banner-words">
              {banner.scene && (
                <p className="figures font-display text-sm text-quiet">
                  {texts.plate(ROMAN[index] ?? "")}
                </p>
              )}
              <p className="mt-1 font-display text-heading leading-tight font-medium">
                {banner.title}
              </p>
              <p className="mt-2 text-quiet">{banner.text}</p>
              <p className="banner-offer">
                {banner.link ? (
                  <BannerLink to={banner.link} isShown={index === shown} />
                ) : (
                  offers(index, index === shown)
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {banners.length > 1 && (
        <div className="measure flex flex-wrap items-center justify-between gap-x-4 py-2 noscript:hidden">
          <div className="flex items-center">
            {banners.map((banner, index) => (
              <button
                key={banner.scene ?? `${banner.picture} ${index}`}
                type="button"
                aria-label={texts.banner(index + 1, banner.title)}
                aria-controls="banners"
                aria-current={index === shown}
                onClick={() => show(index)}
                className="group grid size-8 place-items-center"
              >
                <span className="size-2.5 rounded-full border border-primary transition-colors group-aria-current:bg-primary forced-colors:group-aria-current:bg-[Highlight] forced-colors:group-aria-current:forced-color-adjust-none" />
              </button>
            ))}
          </div>
          <div className="flex">
            <CarouselButton label={texts.previousBanner} onPress={() => show(shown - 1)}>
              <ArrowLeftIcon />
            </CarouselButton>
            <CarouselButton
              label={playing ? texts.pauseBanners : texts.playBanners}
              onPress={() => setPlaying(!playing)}
            >
              {playing ? <PauseIcon /> : <PlayIcon />}
            </CarouselButton>
            <CarouselButton label={texts.nextBanner} onPress={() => show(shown + 1)}>
              <ArrowRightIcon />
            </CarouselButton>
          </div>
        </div>
      )}
    </section>
  );
}

const ROMAN = ["I", "II", "III", "IV", "V"];

interface CarouselButtonProps {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}

const CarouselButton = ({ label, onPress, children }: CarouselButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onPress}
    className="grid size-10 place-items-center hover:bg-base-200"
  >
    {children}
  </button>
);

/** Narrow screens get a crop of the middle. */
function BannerPicture({ scene, picture, alt, eager }: Banner & { eager: boolean }) {
  if (picture)
    return (
      <img
        src={picture.replace("350.webp", "1600.webp")}
        alt={alt}
        width={1280}
        height={520}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        className="banner-picture dark:brightness-90"
      />
    );
  const narrow = (format: string) => `/scenes/${scene}-640.${format}`;
  const wide = (format: string) =>
    `/scenes/${scene}-1280.${format} 1280w, /scenes/${scene}-1920.${format} 1920w`;
  const phone = "(max-width: 40rem)";
  return (
    <picture>
      <source media={phone} type="image/avif" srcSet={narrow("avif")} width={640} height={520} />
      <source media={phone} type="image/webp" srcSet={narrow("webp")} width={640} height={520} />
      <source type="image/avif" srcSet={wide("avif")} sizes="100vw" />
      <img
        src={`/scenes/${scene}-1280.webp`}
        srcSet={wide("webp")}
        sizes="100vw"
        alt={alt}
        width={1280}
        height={520}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        className="banner-picture dark:brightness-90"
      />
    </picture>
  );
}

/**
 * A link to a page of the shop or of another site. The keyboard does not reach it while the banner
 * is out of view.
 */
function BannerLink({ to: typed, isShown }: { to: string; isShown: boolean }) {
  const to = ownAddress(typed);
  const look = {
    className: "font-medium underline underline-offset-4",
    tabIndex: isShown ? undefined : -1,
  };
  return to.startsWith("/") ? (
    <AppLink to={to} {...look}>
      {texts.seeMore}
    </AppLink>
  ) : (
    <a href={to} {...look}>
      {texts.seeMore}
    </a>
  );
}

const atLeast = (wanted: number) => (now: number) => Math.max(now, wanted);

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scrolls the strip, and nothing else on the page. After the last banner comes the first. */
function scrollToBanner(strip: HTMLElement | null, index: number) {
  if (!strip) return;
  const count = strip.childElementCount;
  const place = (index + count) % count;
  strip.scrollTo({
    left: place * strip.clientWidth,
    behavior: prefersReducedMotion() ? "instant" : "smooth",
  });
}
