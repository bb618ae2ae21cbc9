self.onmessage = () => {};
export {};
