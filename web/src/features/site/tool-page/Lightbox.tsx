import "./lightbox.css";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from "../../../ui/icons.tsx";
import { texts } from "./lightbox.texts.en.ts";
import { WholePicture } from "./WholePicture.tsx";
import { ZoomInIcon, ZoomOutIcon } from "./zoom-icons.tsx";

interface LightboxProps {
  title: string;
  pictures: { url: string; alt: string }[];
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

const MIDDLE = { x: 0.5, y: 0.5 };

/**
 * Shows the pictures of a tool in a dialog, whole and as large as the window. They are a strip that
 * scrolls and snaps, so that the browser handles swiping and pinching. A picture at full size
 * scrolls instead of the strip.
 */
export default function Lightbox({ title, pictures, shown, onShow, onClose }: LightboxProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [first] = useState(shown);
  const [isFullSize, setIsFullSize] = useState(false);
  const count = pictures.length;

  useEffect(() => scrollToPicture(strip.current, first, "instant"), [first]);

  const show = (index: number) => {
    // A strip with a picture at full size does not scroll.
    flushSync(() => setIsFullSize(false));
    scrollToPicture(strip.current, (index + count) % count, "auto");
  };
  /** Keeps this point of the picture in sight. */
  const toggleFullSize = (point = MIDDLE) => {
    flushSync(() => setIsFullSize(!isFullSize));
    const slide = strip.current?.children[shown];
    slide?.scrollTo(
      point.x * slide.scrollWidth - slide.clientWidth / 2,
      point.y * slide.scrollHeight - slide.clientHeight / 2,
    );
  };
  const press = ({ target, clientX, clientY }: MouseEvent) => {
    if (!(target instanceof HTMLImageElement)) return onClose();
    const box = target.getBoundingClientRect();
    toggleFullSize({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  };
  const turn = (event: KeyboardEvent) => {
    // The arrows scroll the picture that has the focus while it has its full size.
    if (isFullSize && event.target === strip.current?.children[shown]) return;
    if (event.key === "ArrowLeft") show(shown - 1);
    else if (event.key === "ArrowRight") show(shown + 1);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside
    <div className="lightbox" onKeyDown={count > 1 ? turn : undefined}>
      <div className="lightbox-bar">
        <p aria-hidden="true" className="truncate font-display text-lg">
          {title}
        </p>
        {count > 1 && (
          <p role="status" className="figures shrink-0 text-sm text-quiet">
            {texts.place(shown + 1, count)}
          </p>
        )}
        <span className="ml-auto flex">
          <button
            type="button"
            aria-label={texts.fullSize}
            aria-pressed={isFullSize}
            className="lightbox-button"
            onClick={() => toggleFullSize()}
          >
            {isFullSize ? <ZoomOutIcon /> : <ZoomInIcon />}
          </button>
          <button
            type="button"
            aria-label={texts.close}
            className="lightbox-button"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in the bar do the same */}
      <ul
        ref={strip}
        tabIndex={count > 1 && !isFullSize ? 0 : undefined}
        aria-label={texts.pictures}
        data-full-size={isFullSize}
        className="lightbox-strip"
        onClick={press}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          // A dialog that has just closed has no width.
          if (clientWidth > 0) onShow(Math.round(scrollLeft / clientWidth));
        }}
      >
        {pictures.map(({ url, alt }, index) => (
          <li
            key={url}
            aria-hidden={index !== shown}
            tabIndex={isFullSize && index === shown ? 0 : undefined}
            className="lightbox-slide"
          >
            <WholePicture src={url} alt={alt} isEager={index === first} />
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <button
            type="button"
            aria-label={texts.previous}
            className="lightbox-button lightbox-arrow left-3"
            onClick={() => show(shown - 1)}
          >
            <ArrowLeftIcon />
          </button>
          <button
            type="button"
            aria-label={texts.next}
            className="lightbox-button lightbox-arrow right-3"
            onClick={() => show(shown + 1)}
          >
            <ArrowRightIcon />
          </button>
        </>
      )}
    </div>
  );
}

function scrollToPicture(strip: HTMLElement | null, index: number, behavior: ScrollBehavior) {
  strip?.scrollTo({ left: index * strip.clientWidth, behavior });
}
