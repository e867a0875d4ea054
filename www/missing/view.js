// The view for links that name no view.

export const createView = () => ({ show() {} });
