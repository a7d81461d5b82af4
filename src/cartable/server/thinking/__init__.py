"""Where bots think: in processes of their own, as do hints and analyses."""
