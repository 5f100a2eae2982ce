import { formatCount, formatPrice, plural } from "../../../money.ts";

export const texts = {
  allTools: "All Tools",

  carouselRole: "carousel",
  slideRole: "slide",
  carousel: "From the catalogue",
  slide: (place: number, count: number) => `${place} of ${count}`,
  plate: (numeral: string) => `Plate ${numeral}`,
  banner: (place: number, title: string) => `Banner ${place}: ${title}`,
  previousBanner: "Previous banner",
  nextBanner: "Next banner",
  pauseBanners: "Pause the banners",
  playBanners: "Play the banners",
  seeMore: "See more",

  newInCatalogue: "New in the catalogue",
  browse: "Browse All Tools",
  newTools: "New",
  ourTools: "Our tools",
  loadMore: "Load More Tools",

  summary: "Business Summary",
  addFunds: "Add funds",
  register: "Register",
  totalTools: "Total tools",
  inCatalogue: "In the catalogue",
  orders: "Orders",
  paid: "Paid",
  customers: "Customers",
  whoOrdered: "Who ordered",
  toolsSold: "Tools sold",
  inAllOrders: "In all orders",
  reviews: "Reviews",
  byCustomers: "By customers",

  categories: "Categories",
  favourites: "Favourites",
  boughtMost: "What our customers buy most.",
  nothingForSale: "Nothing is for sale yet. Please come back soon.",
  subscribe: "Subscribe Now",
  howWeSell: "How we sell",

  visit: "Visit, order, call",
  openingHours: "Opening Hours",
  openingLocations: "Opening Locations",
  contact: "Contact Us",
  orderByPhone: "Purchase online, or order by phone:",
  orderOnline: "Purchase online.",

  customersSay: "What Our Customer Says",
  allReviews: "All Reviews",
  rating: (average: number, count: number) =>
    `${formatCount(average)} from ${plural(count, "review", "reviews")}`,

  calendar: "A calendar for cold winters",
  year: "The year",

  promises: "Delivery, returns and taxes",
  pickUp: "Pick-up",
  freeFrom: (dollars: number) => `Free from ${formatPrice(dollars)}.`,
  free: "Free.",
  orPickUp: "Or pick it up.",
  atOurShop: "At our shop.",
  returns: "Returns",
  howToReturn: "How to return a tool.",
  taxes: "Taxes",
  taxesAdded: "Added in the basket, by province.",

  story: "Our story",
  moreAboutUs: "More about us",

  drawnBanners: {
    pottingBench: {
      title: "Morning at the potting bench",
      text: "For everything that starts small.",
      alt: "A potting bench in morning light with a watering can, a trowel, twine and terracotta pots",
    },
    beds: {
      title: "The beds are filling",
      text: "Ready for the first warm weekend.",
      alt: "Raised beds in early summer and a wheelbarrow standing on the path between them",
    },
    greenhouse: {
      title: "Glass, water, patience",
      text: "For tomatoes that cannot wait.",
      alt: "A greenhouse with its door open, tomato plants inside and pots beside it",
    },
    autumn: {
      title: "Before the first snow",
      text: "For the great tidying of the year.",
      alt: "A sugar maple dropping its leaves, with a rake waiting beside it",
    },
    shed: {
      title: "Everything back on its peg",
      text: "Tools that hang on one nail for thirty years.",
      alt: "A wooden wall with spade, fork, rake, shears and secateurs hanging on pegs",
    },
  },
};
