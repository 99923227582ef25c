namespace TestServers;

/// <summary>Progress where the caller has no place for it.</summary>
internal sealed class ConsoleProgress : IProgress<string>
{
    public void Report(string value) => Console.Error.WriteLine(value);
}
