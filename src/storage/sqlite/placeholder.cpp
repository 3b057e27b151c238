// Placeholder until this module's first source lands.
