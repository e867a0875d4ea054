import { index, route } from "@react-router/dev/routes";

export default [
  index("routes/home.jsx"),
  route("api/*", "routes/api.js"),
  route("check", "routes/check.jsx"),
  route("server", "routes/server.js"),
];
