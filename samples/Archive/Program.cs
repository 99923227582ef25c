using Archive;

using Interruption interruption = new();
try
{
    CommandLine asked = CommandLine.Parse(args);
    if (asked.Help)
    {
        Console.WriteLine(CommandLine.Usage);
        return ExitCode.Success;
    }

    return await ArchiveSample.RunAsync(asked, interruption) ? ExitCode.Success : ExitCode.Failure;
}
catch (CommandLineException exception)
{
    Console.Error.WriteLine($"{exception.Message}{Environment.NewLine}{Environment.NewLine}{CommandLine.Usage}");
    return ExitCode.WrongArguments;
}
catch (Exception) when (interruption.HasHappened)
{
    // Whatever failed, it failed because the run was cancelled.
    Console.Error.WriteLine("Cancelled.");
    return ExitCode.Interrupted;
}
catch (Exception exception) when (ErrorLine.Of(exception) is { } line)
{
    Console.Error.WriteLine(line);
    return ExitCode.Failure;
}
