using Spectre.Console;

namespace Cities.Output;

/// <summary>Where the program writes: a terminal with bars and colours, or a file of plain lines.</summary>
internal static class Screen
{
    // A file does not wrap: the tables get the width that they need.
    private const int FileWidth = 220;

    public static IAnsiConsole Open()
    {
        if (!Console.IsOutputRedirected)
            return AnsiConsole.Console;
        IAnsiConsole file = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        file.Profile.Width = FileWidth;
        return file;
    }

    public static IStepDisplay DisplayOn(IAnsiConsole console)
        => console.Profile.Capabilities.Interactive ? new BarDisplay(console) : new LineDisplay(Console.Out);
}
