import { bootstrapApplication } from "@angular/platform-browser";

import { App } from "./app/app";
import "./app/check";

bootstrapApplication(App).catch(console.error);
