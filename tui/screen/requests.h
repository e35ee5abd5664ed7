/* What screens ask of the loop, since only it has the terminal. */
#ifndef EVALTOP_TUI_SCREEN_REQUESTS_H
#define EVALTOP_TUI_SCREEN_REQUESTS_H

#include "tui/screen/app.h"
#include "tui/term.h"

/*
 * Do what app->request asks for, and say what came of it.  Returns a signal
 * that came while another program had the terminal and ends us; 0: none.
 */
int requests_serve(struct app *app, struct terminal *term);

#endif
