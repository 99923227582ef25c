using System.Reflection;
using Microsoft.Playwright;
using Web.Tests.Browser;

[assembly: AssemblyFixture(typeof(Chromium))]

namespace Web.Tests.Browser;

/// <summary>The machine's own Chromium, in headless mode.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    private static string ExecutablePath { get; } = typeof(Chromium).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(metadata => metadata.Key == nameof(Chromium)).Value!;

    public async ValueTask InitializeAsync()
    {
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new()
        {
            ExecutablePath = ExecutablePath,
            // The sandbox does not work for root, in containers for example; the page is trusted.
            Args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
        });
    }

    public async Task<IPage> OpenAsync(Uri address)
    {
        IBrowserContext visitor = await _browser!.NewContextAsync(new() { ViewportSize = new() { Width = 800, Height = 620 } });
        visitor.SetDefaultTimeout(60_000);
        IPage page = await visitor.NewPageAsync();
        await page.GotoAsync(address.ToString());
        return page;
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        _playwright?.Dispose();
    }
}
