namespace Web.Tests;

/// <summary>Replaces the tests in Browser if the build has found no browser.</summary>
public sealed class NoBrowserTests
{
    [Fact(Skip = "No Chromium: looked for /usr/bin/chromium and /usr/bin/google-chrome. Build with -p:Chromium=/path/to/it, or on Debian: apt-get install chromium.")]
    public void The_page_works_in_a_browser() => Assert.Fail("There is no browser.");
}
