import { useShop } from "../../../api/shop.ts";

export function Logo() {
  const { name, logo } = useShop();
  if (logo) return <img className="shop-logo" src={logo} alt={name} />;
  const isLong = name.length > 6;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span
        aria-hidden="true"
        className={`mark shrink-0 max-[22.5rem]:hidden ${isLong ? "max-[26rem]:hidden" : ""}`}
      />
      <span
        className={`font-display ${isLong ? "text-2xl max-[26rem]:text-xl" : "text-[1.75rem] max-[26rem]:text-2xl"} max-[22.5rem]:text-xl leading-[1.2] font-semibold tracking-tight line-clamp-2 wrap-anywhere`}
      >
        {name}
      </span>
    </span>
  );
}
