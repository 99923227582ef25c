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

    public Task<VisitorImport> OpenImportAsync() => VisitorImport.OpenAsync(Client);

    public void Dispose() => Client.Dispose();

    [GeneratedRegex("__RequestVerificationToken\" type=\"hidden\" value=\"([^\"]+)\"")]
    private static partial Regex Token();
}
