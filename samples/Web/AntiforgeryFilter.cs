using Microsoft.AspNetCore.Antiforgery;

namespace Web;

/// <summary>Lets no other site change anything in the name of this one's visitors: what changes something brings the page's token in a header.
/// (<c>UseAntiforgery</c> looks at forms only.)</summary>
internal sealed class AntiforgeryFilter(IAntiforgery antiforgery) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
        => await antiforgery.IsRequestValidAsync(context.HttpContext) ? await next(context) : TypedResults.BadRequest("The page is too old. Reload it.");
}
