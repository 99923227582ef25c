using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Web.Tests;

/// <summary>Someone who has opened the page: a client with its cookie and its token.</summary>
internal sealed partial class Visitor : IDisposable
{
    private Visitor(Uri address) => Client = new() { BaseAddress = address, Timeout = TimeSpan.FromMinutes(5) };

    public HttpClient Client { get; }

    public static async Task<Visitor> OfAsync(Uri address)
    {
        Visitor visitor = new(address);
        string page = await visitor.Client.GetStringAsync("");
        visitor.Client.DefaultRequestHeaders.Add("RequestVerificationToken", Token().Match(page).Groups[1].Value);
        return visitor;
    }

    /// <summary>Opens an import as soon as there is room: those that earlier pages have left may still be ending.</summary>
    public async Task<VisitorImport> OpenImportAsync()
    {
        long started = Stopwatch.GetTimestamp();
        while (true)
        {
            VisitorImport import = await AskForImportAsync();
            if (import.Last.Status == "ready")
                return import;
            await import.DisposeAsync();
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience.Limit, $"There is no room for an import: {import.Last.Message}");
            await Task.Delay(20);
        }
    }

    /// <summary>Opens an import, or is told that there are too many.</summary>
    public Task<VisitorImport> AskForImportAsync() => VisitorImport.OpenAsync(Client);

    public void Dispose() => Client.Dispose();

    [GeneratedRegex("__RequestVerificationToken\" type=\"hidden\" value=\"([^\"]+)\"")]
    private static partial Regex Token();
}
