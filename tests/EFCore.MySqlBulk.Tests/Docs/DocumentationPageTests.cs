namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>Messages link to the documentation of exactly the build that they come from.</summary>
public sealed class DocumentationPageTests
{
    [Theory]
    [InlineData("https://github.com/an-owner/a-fork.git", "10.0.0+0123abc", "https://github.com/an-owner/a-fork/blob/0123abc/docs/limits.md")]
    [InlineData("https://github.com/an-owner/a-fork", "10.0.0-alpha.1", "https://github.com/an-owner/a-fork/blob/HEAD/docs/limits.md")]
    [InlineData("", "10.0.0+0123abc", "docs/limits.md in the repository")]
    [InlineData(null, null, "docs/limits.md in the repository")]
    public void An_address_has_the_repository_and_the_commit(string? repository, string? version, string address)
        => Assert.Equal(address, DocumentationPage.AddressOf("limits.md", repository, version));

    [Fact]
    public void The_library_names_a_page_that_is_there()
        => Assert.Matches(@"^(https?://\S+/)?docs/limits\.md( in the repository)?$", DocumentationPage.Limits);
}
