// Where the program starts: the command line, then the command.
int main() {}
